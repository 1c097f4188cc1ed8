import { mount } from "svelte";
import "../src/look/page.css";
import { settings } from "../src/settings.svelte";
import { loadTexts } from "../src/text";
import { LANGS } from "../src/text/gen/languages";
import Gallery from "./Gallery.svelte";

const target = document.getElementById("app");
const asked = new URLSearchParams(location.search).get("lang");
settings.lang = LANGS.find((lang) => lang === asked) ?? "vi";
if (target) void loadTexts(settings.lang).then(() => mount(Gallery, { target }));
