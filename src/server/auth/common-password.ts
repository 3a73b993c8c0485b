/**
 * What is tried first: the most frequent passwords of published leaks that our rule lets through, and what stands in manuals of
 * systems like this one. An attacker has a handful of tries here, not millions: a longer list would refuse people more than attackers.
 */
const COMMON: ReadonlySet<string> = new Set(
  `password passw0rd p@ssw0rd p@ssword password1 password12 password123 password1! passwort pass123 pass1234 mypassword letmein welcome welcome1 welcome123
  admin admin1 admin12 admin123 admin1234 admin123456 admin@123 admin888 administrator root root123 root1234 toor123 system system123 manager manager123 master
  guest guest123 test123 test1234 test123456 testtest user123 demo123 demo1234 changeme change_me default secret secret123 temp123 temp1234
  qwerty qwerty1 qwerty12 qwerty123 qwertyuiop qwe123 qweasd qweasdzxc qazwsx qazwsxedc 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz@wsx asdfgh asdfghjkl asd123 zxcvbn zxcvbnm zxc123
  123123 123321 112233 121212 123qwe 123abc 1234qwer 123456a 123456aa 123456abc a123456 aa123456 abc123 abc1234 abc12345 abcd1234 abcd123 112211 131313 147258 147258369 159357 159753 168168 520520 5201314 521521 518518
  1234567890 666888 668668 888666 987654321 woaini woaini1314 iloveyou iloveyou1 dragon monkey football baseball sunshine princess superman batman michael shadow trustno1 starwars hello123 freedom whatever
  hospital hospital123 yiyuan yiyuan123 doctor123 nurse123 research research123 clinic123 keyan123 shuju123`
    .split(/\s+/)
    .filter((word) => word.length >= 6),
)

/** `aaaaaa`, `123456`, `654321`, `abcdef`: every character follows from the one before in the same way. */
const isRun = (text: string): boolean => {
  const codes = [...text].map((c) => c.codePointAt(0)!)
  const step = codes[1]! - codes[0]!
  return Math.abs(step) <= 1 && codes.every((code, i) => i === 0 || code === codes[i - 1]! + step)
}

const withoutDigits = (text: string): string => {
  let end = text.length
  while (end > 0 && /\d/.test(text[end - 1]!)) end--
  return text.slice(0, end).toLowerCase()
}

/** Guessed within a few tries: a common word, a run, or the account's own name, whatever digits stand behind it. */
export const isCommon = (password: string, account: string): boolean => {
  const text = password.toLowerCase()
  const isName = withoutDigits(text) !== '' && withoutDigits(text) === withoutDigits(account)
  return COMMON.has(text) || isRun(text) || isName
}

const SHORT = 8
/** Not refused by the default rule, but named to who keeps the system. */
export const isWeak = (password: string, account: string): boolean => password.length < SHORT || isCommon(password, account)
