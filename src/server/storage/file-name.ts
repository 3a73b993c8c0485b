/** Device names that Windows opens instead of a file, whatever follows the dot. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
/** Separators, characters no file system takes, control characters, and those that turn the reading direction or have no width. */
const BAD = /[/\\:*?"<>|\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]/
/** `report.php.png` has one suffix for us and another for a careless reader. */
const HIDDEN_SUFFIX = /\.(html?|xhtml|svg|js|mjs|php\d?|phtml|jspx?|aspx?|exe|dll|bat|cmd|com|sh|ps1|vbs|jar|msi|scr|lnk|hta)\.[^.]+$/i

export const isSafeName = (name: string): boolean =>
  name.isWellFormed() &&
  name === name.trim() &&
  Buffer.byteLength(name) <= 255 &&
  !BAD.test(name) &&
  !DEVICE.test(name) &&
  !HIDDEN_SUFFIX.test(name) &&
  !name.startsWith('.') &&
  /[^.]\.[A-Za-z0-9]{1,8}$/.test(name)
