import { useRef, useState } from 'react'
import rotate from 'virtual:icon/rotate-cw'
import { useText } from '../i18n/index.ts'
import { Viewer, Refused, Waiting } from './viewer.tsx'
import { isThere, missing } from '../api/file.ts'
import { StoredImage } from '../field/stored-image.tsx'
import { PreviewFailure, type Reason } from './failure.ts'
import type { Source } from './source.ts'
import { PrintTool, Tool, useKeys, ZoomTools } from './tools.tsx'
import { type Room, useRoom } from './use-room.ts'
import { nextZoom } from './zoom-steps.ts'

const MARGIN = 32
/** A drawing may have no size of its own. */
const UNSIZED: Room = { width: 800, height: 600 }
const turned = ({ width, height }: Room): Room => ({ width: height, height: width })
const scaled = ({ width, height }: Room, by: number): Room => ({ width: width * by, height: height * by })

/** In an image element a drawing can neither run a script nor load anything, so SVG needs no frame. */
export default function ImageView({ source }: { source: Source }) {
  const t = useText('preview')
  const stage = useRef<HTMLDivElement>(null)
  const room = useRoom(stage)
  const [size, setSize] = useState<Room | null>(null)
  const [failure, setFailure] = useState<Reason | null>(null)
  const [wish, setWish] = useState<number | 'fit'>('fit')
  const [turns, setTurns] = useState(0)
  const own = size ?? UNSIZED
  const upright = turns % 2 === 0 ? own : turned(own)
  const fit = Math.min(1, Math.max(0.05, (room.width - MARGIN) / upright.width), Math.max(0.05, (room.height - MARGIN) / upright.height))
  const scale = wish === 'fit' ? fit : wish
  const print = (): void => window.print()
  useKeys({ zoom: (direction) => setWish(direction === 0 ? 1 : nextZoom(scale, direction)), print })
  if (failure)
    return (
      <Viewer source={source}>
        <Refused source={source} error={new PreviewFailure(failure)} />
      </Viewer>
    )
  const tools = size && (
    <>
      <span className="tool-of">
        {size.width} × {size.height}
      </span>
      <ZoomTools value={scale} isFit={wish === 'fit'} onZoom={setWish} />
      <Tool icon={rotate} label={t('rotate')} onClick={() => setTurns(turns + 1)} />
      <PrintTool onPrint={print} />
    </>
  )
  return (
    <Viewer source={source} tools={tools}>
      {!size && <Waiting share={null} />}
      <div ref={stage} className="preview-picture">
        <div style={scaled(upright, scale)}>
          <StoredImage
            url={source.url}
            alt={source.name}
            style={{ ...scaled(own, scale), rotate: `${turns * 90}deg`, visibility: size ? 'visible' : 'hidden' }}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setSize(width && height ? { width, height } : UNSIZED)
            }
            onBroken={() => void isThere(source.url).then((there) => setFailure(there ? 'damaged' : missing()))}
          />
        </div>
      </div>
    </Viewer>
  )
}
