/** Return the width of a text in letters: a Chinese character counts twice. */
export function letters(text: string): number {
  return [...text].reduce((sum, letter) => sum + (/\p{Script=Han}/u.test(letter) ? 2 : 1), 0);
}
