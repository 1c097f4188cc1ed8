import { mount } from "svelte";
import "../src/look/page.css";
import Gallery from "./Gallery.svelte";

const target = document.getElementById("app");
if (target) mount(Gallery, { target });
