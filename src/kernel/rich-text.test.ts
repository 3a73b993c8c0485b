import { expect, test } from 'vitest'
import { showsSomething } from './rich-text.ts'

test('a rich text shows something when it has a picture or a character outside its tags', () => {
  for (const html of [
    'a',
    '<p>a</p>',
    '<p></p>a',
    '<img src="x">',
    '<P><IMG src="x"></P>',
    '<',
    '<p>a',
    '<p',
    '<p></p><',
    '&lt;',
    '&nbsp;a',
  ])
    expect([html, showsSomething(html)]).toEqual([html, true])
  for (const html of ['', ' ', '<p></p>', '<p>&nbsp;</p>', '<p> </p>\n<br>', '&nbsp;&nbsp;', '<image>', '<p>&nbsp; \u3000</p>'])
    expect([html, showsSomething(html)]).toEqual([html, false])
})
