import { type Reference, writeNumber } from './objects.ts'
import type { Word } from './words.ts'

/** The size of an A4 page in points. */
export const pageSize = { width: 595.28, height: 841.89 }

/** How text is set: the name of the font in the file, its size in points, and a colour such as '#14201b'. */
type Setting = { font: string; size: number; colour: string }

/** The distance of the control points from the ends of a quarter circle, as a fraction of the radius. */
const round = 1 - 0.5522847498

/** The content of one page. Positions are points from the top left, as in all of this folder. */
export class Page {
  readonly reference: Reference
  /** The page's key in the structure tree. */
  readonly key: number
  readonly fields: Reference[] = []
  private readonly content: string[] = []
  private font = ''
  private fill = ''

  constructor(reference: Reference, key: number) {
    this.reference = reference
    this.key = key
  }

  get bytes(): Buffer {
    return Buffer.from(this.content.join(''), 'latin1')
  }

  /** Marks the content until `close` as part of a structure node, or as not part of the text ('Artifact'). */
  open(tag: string, properties: string): void {
    this.content.push(`/${tag} <<${properties}>> BDC\n`)
  }

  close(): void {
    this.content.push('EMC\n')
  }

  text({ pieces }: Word, { font, size, colour }: Setting, x: number, baseline: number): void {
    const set = `/${font} ${writeNumber(size)} Tf`
    const fill = `${components(colour)} rg`
    const start = `${writeNumber(x)} ${writeNumber(pageSize.height - baseline)} Td`
    this.content.push(
      `BT ${set === this.font ? '' : `${set} `}${fill === this.fill ? '' : `${fill} `}${start} [<`,
    )
    let height = 0
    for (const { rise, shown } of pieces) {
      if (rise !== height) this.content.push(`>] TJ ${writeNumber((rise * size) / 1000)} Ts [<`)
      height = rise
      this.content.push(shown)
    }
    this.content.push(height === 0 ? '>] TJ ET\n' : '>] TJ 0 Ts ET\n')
    this.font = set
    this.fill = fill
  }

  line(x: number, top: number, to: number, { width, colour }: { width: number; colour: string }): void {
    const y = writeNumber(pageSize.height - top)
    this.content.push(`${stroke(width, colour)} ${writeNumber(x)} ${y} m ${writeNumber(to)} ${y} l S\n`)
  }

  /** Draws a frame with rounded corners. */
  frame(
    place: { x: number; top: number; width: number; height: number },
    radius: number,
    { width, colour }: { width: number; colour: string },
  ): void {
    const [left, right] = [place.x, place.x + place.width]
    const [top, bottom] = [pageSize.height - place.top, pageSize.height - place.top - place.height]
    const near = radius * round
    const path: [string, ...number[]][] = [
      ['m', left + radius, top],
      ['l', right - radius, top],
      ['c', right - near, top, right, top - near, right, top - radius],
      ['l', right, bottom + radius],
      ['c', right, bottom + near, right - near, bottom, right - radius, bottom],
      ['l', left + radius, bottom],
      ['c', left + near, bottom, left, bottom + near, left, bottom + radius],
      ['l', left, top - radius],
      ['c', left, top - near, left + near, top, left + radius, top],
    ]
    const drawn = path.map(([operator, ...at]) => `${at.map(writeNumber).join(' ')} ${operator}`)
    this.content.push(`${stroke(width, colour)} ${drawn.join(' ')} s\n`)
  }
}

const stroke = (width: number, colour: string): string => `${writeNumber(width)} w ${components(colour)} RG`

const known = new Map<string, string>()

/** The three components of a hexadecimal colour, each between 0 and 1. */
function components(colour: string): string {
  let written = known.get(colour)
  if (written === undefined) {
    const [, ...parts] = /^#(..)(..)(..)$/.exec(colour) ?? []
    written = parts.map((part) => writeNumber(Number.parseInt(part, 16) / 255)).join(' ')
    known.set(colour, written)
  }
  return written
}
