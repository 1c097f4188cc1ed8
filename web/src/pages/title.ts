/** Title in the browser's tab and history: the page's own, then the app's name. */
import { t } from "../text";

/** Call it in an effect: the title follows the language and is reset when the page goes. */
export function title(page: string): () => void {
  document.title = page ? `${page} · ${t("app.name")}` : t("app.title");
  return () => (document.title = t("app.title"));
}
