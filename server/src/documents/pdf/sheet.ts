import PDFDocument from 'pdfkit'
import { drawable, faces, graphemes } from './fonts.ts'
import { grid, type Style } from './typography.ts'

export interface SheetOptions {
  title: string
  author: string
  createdAt: Date
}

/** An area of a page, in points from the top left. */
export type Place = { x: number; top: number; width: number; height: number }

type Align = 'left' | 'right'
/** The roles of the structure tree that our documents use (ISO 32000-1, 14.8.4). */
export type Tag = Container | 'H1' | 'H2' | 'P' | 'Lbl' | 'TH' | 'TD'
/** The roles that contain others and no text of their own. */
type Container = 'L' | 'LI' | 'LBody' | 'Table' | 'TR'
const containers: readonly Tag[] = ['L', 'LI', 'LBody', 'Table', 'TR'] satisfies Container[]

/** Attributes for screen readers: the numbering of a list, and the scope of a header cell. */
type Attributes = { numbering?: 'Decimal' | 'LowerAlpha'; scope?: 'Row' | 'Column' }

/** Spaces inside 'Pasal 3', 'Nomor PP/1', '21 November', at which a line must not break. */
const joints =
  /(?<=\b(?:Pasal|Nomor|Tahun)) (?=\S)|(?<=\b\d{1,2}) (?=(?:Jan|Feb|Mar|Apr|Mei|Jun|Jul|Agu|Sep|Okt|Nov|Des)\p{L}* \d{4})/gu
const joint = '\u00a0'

/** Splits a word that is wider than a whole line. */
function chop(word: string, fits: (text: string) => boolean): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece && !fits(piece + character)) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}

/**
 * The pages of one document, with a cursor that moves down. It breaks lines and pages itself; the library only draws.
 * Positions are points from the top left; `y` is the top of the next line.
 */
export class Sheet {
  readonly doc: PDFKit.PDFDocument
  y = grid.top
  private readonly root: PDFKit.PDFStructureElement
  private parent: PDFKit.PDFStructureElement

  constructor(options: SheetOptions) {
    this.doc = new PDFDocument({
      autoFirstPage: false,
      bufferPages: true,
      size: 'A4',
      margin: 0,
      font: '',
      lang: 'id-ID',
      tagged: true,
      displayTitle: true,
      pdfVersion: '1.7',
      info: { Title: options.title, Author: options.author, CreationDate: options.createdAt },
    })
    for (const [face, font] of Object.entries(faces())) {
      // The types are older than the library, which accepts parsed fonts since 0.20.
      this.doc.registerFont(face, font as unknown as Uint8Array)
    }
    this.root = this.doc.struct('Document')
    this.parent = this.root
    this.doc.addStructure(this.root)
    this.addPage()
  }

  get pages(): number {
    return this.doc.bufferedPageRange().count
  }

  addPage(): void {
    if (this.doc.page) this.doc.continueOnNewPage()
    else this.doc.addPage()
    this.y = grid.top
  }

  /** Starts a new page unless `height` still fits on this one. */
  need(height: number): void {
    if (this.y + height > grid.bottom) this.addPage()
  }

  width(text: string, { face, size }: Style): number {
    return this.doc.font(face).fontSize(size).widthOfString(text)
  }

  /** Breaks a text into lines no wider than `width`. */
  lines(text: string, style: Style, width: number): string[] {
    const fits = (piece: string) => this.width(piece, style) <= width
    const lines: string[] = []
    let line = ''
    let used = 0
    for (const word of drawable(text, style.face).replace(joints, joint).split(' ')) {
      // Kerning stops at spaces, so the widths of words add up.
      if (line && used + this.width(word, style) > width) {
        lines.push(line.trimEnd())
        line = ''
        used = 0
      }
      const pieces = line || fits(word) ? [word] : chop(word, fits)
      lines.push(...pieces.slice(0, -1))
      const last = `${pieces.at(-1)} `
      line += last
      used += this.width(last, style)
    }
    lines.push(line.trimEnd())
    return lines.map((each) => each.replaceAll(joint, ' '))
  }

  /** Draws one line with its top at `top`; with 'right', `x` is where it ends. */
  put(text: string, style: Style, x: number, top: number, align: Align = 'left'): void {
    const shown = drawable(text, style.face)
    const left = align === 'right' ? x - this.width(shown, style) : x
    // The same fraction of the pitch for every face, so that a label and its value share a baseline.
    const baseline = top + style.pitch * 0.74
    this.doc.font(style.face).fontSize(style.size).fillColor(style.colour)
    this.doc.text(shown, left, baseline, { lineBreak: false, baseline: 'alphabetic' })
  }

  /** Draws lines downwards and moves the cursor; never leaves a single line of a paragraph alone on a page. */
  flow(lines: string[], style: Style, x: number): void {
    lines.forEach((line, index) => {
      const left = lines.length - index
      const together = index === 0 || left === 2 ? Math.min(left, left === 3 ? 3 : 2) : 1
      this.need(together * style.pitch)
      // Keeps the space at the break, so that text that is copied or read aloud has no missing spaces.
      this.put(left > 1 ? `${line} ` : line, style, x, this.y)
      this.y += style.pitch
    })
  }

  rule(x: number, top: number, to: number, width = 0.5, colour: string): void {
    this.aside(() => this.doc.moveTo(x, top).lineTo(to, top).lineWidth(width).strokeColor(colour).stroke())
  }

  /** Draws the content of `draw` under a node of the structure tree, for screen readers. */
  tag(tag: Tag, draw: () => void, { numbering, scope }: Attributes = {}): void {
    const before = this.parent
    if (!containers.includes(tag)) {
      before.add(
        this.doc.struct(tag, (scope ? { scope } : {}) as PDFKit.Mixins.StructureElementOptions, draw),
      )
      return
    }
    const node = this.doc.struct(tag)
    if (numbering) {
      // The types leave out a node's dictionary.
      const { dictionary } = node as unknown as { dictionary: { data: Record<string, unknown> } }
      dictionary.data.A = { O: 'List', ListNumbering: numbering }
    }
    before.add(node)
    this.parent = node
    draw()
    this.parent = before
    node.end()
  }

  /** Puts the field that `add` returns under a node of the structure tree. */
  formField<Field>(add: (node: PDFKit.PDFStructureElement) => Field): Field {
    const node = this.doc.struct('Form')
    this.parent.add(node)
    const field = add(node)
    // Ends the node while its page is the current one, because pdfkit records the current page as the field's.
    node.end()
    return field
  }

  /** A line that is no wider than `width`: in a smaller size down to `smallest`, and then with an ellipsis. */
  fitted(text: string, style: Style, width: number, smallest: number): { text: string; style: Style } {
    const shown = drawable(text, style.face)
    const wide = this.width(shown, style)
    const size =
      wide > width ? Math.max(smallest, Math.floor((style.size * width * 10) / wide) / 10) : style.size
    const set = { ...style, size }
    const fits = (piece: string) => this.width(piece, set) <= width
    if (fits(shown)) return { text: shown, style: set }
    const signs = Array.from(graphemes.segment(shown), ({ segment }) => segment)
    while (signs.length > 0 && !fits(`${signs.join('').trimEnd()}…`)) signs.pop()
    return { text: `${signs.join('').trimEnd()}…`, style: set }
  }

  /** Draws content that is not part of the text: rules, boxes, headers and footers. */
  aside(draw: () => void): void {
    const { doc } = this
    doc.markContent('Artifact', { type: 'Layout' })
    draw()
    doc.endMarkedContent()
  }

  /** Ends the document and returns its bytes. It is synchronous, because the whole document is in memory. */
  finish(): Buffer {
    this.root.end()
    this.doc.end()
    const chunks: Buffer[] = []
    const next = () => this.doc.read() as Buffer | null
    for (let chunk = next(); chunk !== null; chunk = next()) chunks.push(chunk)
    return Buffer.concat(chunks)
  }
}
