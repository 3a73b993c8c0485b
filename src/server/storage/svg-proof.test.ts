import { expect, test } from 'vitest'
import { isCleanSvg } from './svg-proof.ts'

const around = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`

test('a drawing of known parts is clean', () => {
  for (const text of [
    '<svg/>',
    ' <svg viewBox="0 0 9 9" ></svg >\n',
    '<?xml version="1.0" encoding="utf-8"?>\n<!-- by hand --><svg><path d="M0 0h9"/></svg><!-- end -->',
    around('<defs><linearGradient id="a"><stop offset="1"/></linearGradient></defs><rect fill="url(#a)" title=\'a > b\'/>'),
    around('<use xlink:href="#a"/><text>a &amp; b > c</text><g filter="url( \'#f\')"/>'),
    '<SVG><PATH d=""/></SVG>',
  ])
    expect([text, isCleanSvg(text)]).toEqual([text, true])
})

test('what leads out, runs, or is not well formed is not', () => {
  for (const text of [
    '',
    'text',
    '<svg>',
    '</svg>',
    '<svg></svg></svg>',
    '<svg/><svg/>',
    'a<svg/>',
    '<svg/>a',
    '<g/>',
    '<svgx/>',
    '< svg/>',
    '<svg><!-- a -- b --></svg>',
    '<svg><!-- </svg>',
    '<svg a=b/>',
    '<svg a="<"/>',
    '<svg onload="x"/>',
    around('<rect fill="url(http://evil)"/>'),
    around('<rect fill="url(#a) url( //evil)"/>'),
    around('<use xlink:href=" javascript:x"/>'),
    around('<use href="&#35;x"/>'),
    around('<path style="fill:red"/>'),
    around('<script/>'),
    around('<?php ?>'),
  ])
    expect([text, isCleanSvg(text)]).toEqual([text, false])
})
