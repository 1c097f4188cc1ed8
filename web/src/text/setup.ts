/** Setup of every test file: load the texts of all languages. */
import { loadTexts } from ".";
import { LANGS } from "./gen/languages";

await Promise.all(LANGS.map(loadTexts));
