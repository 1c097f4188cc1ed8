/** Remove the common beginning of choices: a narrow field shows only the start of each, where they must differ. */
export function unlike(texts: readonly string[]): readonly string[] {
  const [first = "", ...rest] = texts;
  let same = 0;
  while (same < first.length && rest.length && rest.every((text) => text[same] === first[same])) same += 1;
  // Cut only at punctuation.
  const part = Math.max(...[..."；，：。"].map((mark) => first.lastIndexOf(mark, same - 1) + 1), ...["; ", ", ", ": ", ". "].map((mark) => first.lastIndexOf(mark, same - 2) + 2));
  return part > 2 ? texts.map((text) => `… ${text.slice(part)}`) : texts;
}
