/** Global setup of the tests: let Python write the sentences that `src/text/phrasing.test.ts` compares with. */
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";

const FOLDER = "generated/phrases";

export default function setup(): void {
  const root = join(import.meta.dirname, "..", "..");
  // The virtual environment that `make` sets up, else the active one; in both cases with the sources of this tree.
  const path = [join(root, ".venv", process.platform === "win32" ? "Scripts" : "bin"), process.env["PATH"]].join(delimiter);
  const env = { ...process.env, PATH: path, PYTHONPATH: join(root, "src") };
  const done = spawnSync("python", ["tools/phrases.py", FOLDER], { cwd: join(root, "web"), env, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`expected web/tools/phrases.py to write web/${FOLDER}; run \`make client\`, which sets up Python:\n${done.error ?? done.stderr}`);
}
