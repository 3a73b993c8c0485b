import { type BorderSide, type CellStyle, type Color, resolveThemeColor } from 'hucre'
import type { Look } from './book.ts'

/** In a workbook the first four colours of the theme are named in pairs the other way round. */
const THEME_ORDER = [1, 0, 3, 2]
/** The sixteen colours that old files name by number (8 to 15 repeat the first eight). */
const INDEXED = ['000000', 'FFFFFF', 'FF0000', '00FF00', '0000FF', 'FFFF00', 'FF00FF', '00FFFF']

const HEX = /^[0-9a-f]{6}$/i
const colorOf = (color: Color | undefined, theme: string[]): string | undefined => {
  if (!color) return undefined
  const hex =
    color.rgb?.slice(-6) ??
    (color.theme !== undefined && theme.length
      ? resolveThemeColor(theme, THEME_ORDER[color.theme] ?? color.theme, color.tint)
      : color.indexed !== undefined && color.indexed < 16
        ? INDEXED[color.indexed % 8]
        : undefined)
  // Only six digits reach a style sheet, whatever the file says.
  return hex && HEX.test(hex) ? `#${hex}` : undefined
}

const WIDTHS: Record<string, string> = {
  medium: '2px solid',
  thick: '3px solid',
  double: '3px double',
  dashed: '1px dashed',
  dotted: '1px dotted',
  hair: '1px dotted',
}
const borderOf = (side: BorderSide | undefined, theme: string[]): string | undefined =>
  side && `${WIDTHS[side.style] ?? '1px solid'} ${colorOf(side.color, theme) ?? '#3b4654'}`

const without = <T extends object>(look: T): T => Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined)) as T

const SIDES = ['top', 'right', 'bottom', 'left'] as const
const isSide = (align: string | undefined): align is 'left' | 'center' | 'right' =>
  align === 'left' || align === 'center' || align === 'right'

/** What of a style is shown. */
export const lookOf = ({ font, fill, alignment, border }: CellStyle, theme: string[]): Look => {
  const borders = without(Object.fromEntries(SIDES.map((side) => [side, borderOf(border?.[side], theme)])))
  return without({
    bold: font?.bold || undefined,
    italic: font?.italic || undefined,
    underline: font?.underline ? true : undefined,
    strike: font?.strikethrough || undefined,
    color: colorOf(font?.color, theme),
    size: font?.size && font.size !== 11 ? Math.min(48, Math.max(6, font.size)) : undefined,
    fill: fill?.type === 'pattern' && fill.pattern === 'solid' ? colorOf(fill.fgColor, theme) : undefined,
    align: isSide(alignment?.horizontal) ? alignment.horizontal : undefined,
    middle: alignment?.vertical === 'top' || alignment?.vertical === 'center' ? alignment.vertical : undefined,
    wrap: alignment?.wrapText || undefined,
    indent: alignment?.indent || undefined,
    borders: Object.keys(borders).length ? borders : undefined,
  }) as Look
}
