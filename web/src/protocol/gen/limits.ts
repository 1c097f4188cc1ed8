// Made by web/tools/typescript.py from the Python types. Do not edit.
export const NAME_AT_MOST = 24;
export const SHEET_NAME_AT_MOST = 40;
export const TEXT_AT_MOST = 200;
