/** How each language of the page writes numbers and dates. */
import type { Lang } from "../protocol/types";

export const LOCALES: Readonly<Record<Lang, string>> = { vi: "vi-VN", en: "en-GB", zh: "zh-CN" };
