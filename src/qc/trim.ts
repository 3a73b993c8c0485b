/** Without these characters at the end. As a regular expression, `x+$` starts anew at every x inside the text. */
export function trimEnd(text: string, characters: string): string {
  let to = text.length
  while (to > 0 && characters.includes(text[to - 1] as string)) to--
  return text.slice(0, to)
}

export function trimBoth(text: string, characters: string): string {
  const end = trimEnd(text, characters)
  let from = 0
  while (from < end.length && characters.includes(end[from] as string)) from++
  return end.slice(from)
}
