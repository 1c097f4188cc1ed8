/** What stands in the browser's tab and history. A page names itself; the name of the whole follows. */
import { t } from "../text";

/** Call inside an effect: the title follows the language, and goes when the page does. */
export function title(page: string): () => void {
  document.title = page ? `${page} · ${t("app.name")}` : t("app.title");
  return () => (document.title = t("app.title"));
}
