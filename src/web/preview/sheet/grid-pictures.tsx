import { type CSSProperties, useEffect, useRef } from 'react'
import type { Picture } from './book.ts'
import type { Axis } from './grid-layout.ts'

type Props = { pictures: readonly Picture[]; rowAxis: Axis; columnAxis: Axis; offset: { top: number; left: number }; zoom: number }

const PictureBox = ({ picture: { bytes, mime, alt }, box }: { picture: Picture; box: CSSProperties }) => {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([bytes], { type: mime }))
    image.current!.src = url
    return () => URL.revokeObjectURL(url)
  }, [bytes, mime])
  return <img ref={image} className="grid-picture" alt={alt} style={box} />
}

/** Pictures that lie on the sheet, at the cell to which they are fixed. */
export const GridPictures = ({ pictures, rowAxis, columnAxis, offset, zoom }: Props) => {
  const at = (axis: Axis, index: number): number => axis.starts[Math.min(index, axis.count)]!
  return pictures.map((picture, i) => {
    const [top, left] = [at(rowAxis, picture.row), at(columnAxis, picture.column)]
    return (
      <PictureBox
        key={i}
        picture={picture}
        box={{
          top: top - offset.top,
          left: left - offset.left,
          width: picture.toColumn === null ? picture.width * zoom : Math.max(8, at(columnAxis, picture.toColumn) - left),
          height: picture.toRow === null ? picture.height * zoom : Math.max(8, at(rowAxis, picture.toRow) - top),
        }}
      />
    )
  })
}
