import { drawable, type FaceName, faces, graphemes } from './fonts.ts'
import { name, type Reference, type Value } from './file/objects.ts'
import { Page, pageSize } from './file/page.ts'
import { type Facts, PdfFile } from './file/pdf-file.ts'
import { Recent } from './file/recent.ts'
import { type Node, Structure } from './file/structure.ts'
import { writeDocument } from './file/write-document.ts'
import { grid, type Style } from './typography.ts'

/** An area of a page, in points from the top left. */
export type Place = { x: number; top: number; width: number; height: number }

type Align = 'left' | 'right'
/** The structure tree roles that our documents use (ISO 32000-1, 14.8.4). */
export type Tag = Container | 'H1' | 'H2' | 'P' | 'Lbl' | 'TH' | 'TD'
/** The roles that contain other nodes and no text of their own. */
type Container = 'L' | 'LI' | 'LBody' | 'Table' | 'TR'
const containers: readonly Tag[] = ['L', 'LI', 'LBody', 'Table', 'TR'] satisfies Container[]

/** Attributes for screen readers: the numbering of a list, and the scope of a header cell. */
type Attributes = { numbering?: 'Decimal' | 'LowerAlpha'; scope?: 'Row' | 'Column' }

/** Spaces at which a line must not break, as in 'Pasal 3', 'Nomor PP/1', '21 November'. */
const joints =
  /(?<=\b(?:Pasal|Nomor|Tahun)) (?=\S)|(?<=\b\d{1,2}) (?=(?:Jan|Feb|Mar|Apr|Mei|Jun|Jul|Agu|Sep|Okt|Nov|Des)\p{L}* \d{4})/gu
const joint = '\u00a0'

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

/** A cache of paragraphs broken into lines, because many documents share the same text. */
const broken = new Recent<readonly string[]>(2000)

/** The marked content that is open on the page: that of a node, or content that is not part of the text. */
type Marked = { node: Node; page: Page | null } | 'aside'

/**
 * The pages of one document, with a cursor that moves down. It breaks lines and pages, and builds the structure tree
 * for screen readers. Positions are points from the top left; `y` is the top of the next line.
 */
export class Sheet {
  readonly file = new PdfFile()
  y = grid.top
  private readonly facts: Facts
  private readonly structure = new Structure(this.file)
  private readonly all: Page[] = []
  private page: Page
  private parent = this.structure.document
  private marked: Marked | null = null
  /** The typefaces in use, each with its glyphs beyond the common ones. */
  private readonly used = new Map<FaceName, Set<number>>()
  private readonly fields: Reference[] = []

  constructor(facts: Facts) {
    this.facts = facts
    this.page = this.addPage()
  }

  get pages(): number {
    return this.all.length
  }

  addPage(): Page {
    this.leavePage()
    this.page = new Page(this.file.reserve(), this.structure.addPage())
    this.all.push(this.page)
    this.y = grid.top
    return this.page
  }

  /** Starts a new page unless `height` points still fit on this one. */
  need(height: number): void {
    if (this.y + height > grid.bottom) this.addPage()
  }

  width(text: string, { face, size }: Style): number {
    return (faces()[face].words.of(text).width * size) / 1000
  }

  /** Breaks a text into lines no wider than `width`. */
  lines(text: string, style: Style, width: number): readonly string[] {
    return broken.get(`${style.face} ${style.size} ${width} ${text}`, () => this.break(text, style, width))
  }

  private break(text: string, style: Style, width: number): string[] {
    const fits = (piece: string) => this.width(piece, style) <= width
    const lines: string[] = []
    let line = ''
    let used = 0
    for (const word of drawable(text, style.face).replace(joints, joint).split(' ')) {
      // Fonts do not kern across spaces, so the widths of words can be added.
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

  /** Draws one line with its top at `top`. With 'right', the line ends at `x`. */
  put(text: string, style: Style, x: number, top: number, align: Align = 'left'): void {
    const shown = drawable(text, style.face)
    const left = align === 'right' ? x - this.width(shown, style) : x
    // The baseline is the same fraction of the line pitch for every typeface, so that a label and its value are level.
    const baseline = top + style.pitch * 0.74
    if (shown === '') return
    const words = faces()[style.face].words.of(shown)
    const extras = this.used.get(style.face) ?? new Set()
    for (const glyph of words.extras) extras.add(glyph)
    this.used.set(style.face, extras)
    this.enter()
    this.page.text(words, { font: style.face, size: style.size, colour: style.colour }, left, baseline)
  }

  /** Draws lines downwards and moves the cursor. A single line of a paragraph is never left alone on a page. */
  flow(lines: readonly string[], style: Style, x: number): void {
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
    this.aside(() => this.page.line(x, top, to, { width, colour }))
  }

  frame(place: Place, radius: number, line: { width: number; colour: string }): void {
    this.aside(() => this.page.frame(place, radius, line))
  }

  /** Draws the content of `draw` under a node of the structure tree, for screen readers. */
  tag(tag: Tag, draw: () => void, { numbering, scope }: Attributes = {}): void {
    const above = this.parent
    const attributes: Value | undefined = numbering
      ? { O: name('List'), ListNumbering: name(numbering) }
      : scope && { O: name('Table'), Scope: name(scope) }
    const node = this.structure.node(tag, above, attributes)
    if (containers.includes(tag)) {
      this.parent = node
      draw()
      this.parent = above
      return
    }
    this.mark({ node, page: null }, draw)
  }

  addField({ x, top, width, height }: Place, entries: { [key: string]: Value | undefined }): void {
    const field = this.file.reserve()
    const { page, structure, file } = this
    const node = structure.node('Form', this.parent)
    file.put(field, {
      Type: name('Annot'),
      Subtype: name('Widget'),
      Rect: [x, pageSize.height - top - height, x + width, pageSize.height - top],
      P: page.reference,
      // The field flags Print and Locked (ISO 32000-1, table 165).
      F: 132,
      StructParent: structure.addField(node, field, page.reference),
      ...entries,
    })
    page.fields.push(field)
    this.fields.push(field)
  }

  /** Fits a line into `width`: first with a smaller font size down to `smallest`, then with an ellipsis. */
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

  /** Draws content that is not part of the text: rules, frames, repeated headings. */
  aside(draw: () => void): void {
    this.artifact('Layout', draw)
  }

  /** Draws headers or footers on every page. Called at the end, when the number of pages is known. */
  aroundEach(draw: (number: number) => void): void {
    const last = this.page
    this.all.forEach((page, index) => {
      this.page = page
      this.artifact('Pagination', () => draw(index + 1))
    })
    this.page = last
  }

  private artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    if (this.marked === 'aside') return draw()
    this.page.open('Artifact', `/Type /${type}`)
    this.mark('aside', draw)
    this.page.close()
  }

  private mark(marked: Marked, draw: () => void): void {
    if (this.marked) throw new Error('marked content does not contain other marked content')
    this.marked = marked
    draw()
    if (marked !== 'aside') this.leavePage()
    this.marked = null
  }

  /** Opens the marked content of the current node, when it draws on a page for the first time. */
  private enter(): void {
    const { marked, page } = this
    if (marked === null) throw new Error('text is drawn outside of the structure')
    if (marked === 'aside' || marked.page === page) return
    marked.page = page
    page.open(marked.node.tag, `/MCID ${this.structure.addContent(marked.node, page)}`)
  }

  private leavePage(): void {
    const { marked } = this
    if (marked === null || marked === 'aside' || !marked.page) return
    marked.page.close()
    marked.page = null
  }

  /**
   * Finishes the document.
   * @returns its bytes
   */
  finish(): Buffer {
    const { file, facts, structure, all: pages, fields } = this
    const fonts = [...this.used].map(([face, extras]) => [face, faces()[face].glyphs(extras)] as const)
    return writeDocument(file, { facts, structure, pages, fonts, fields })
  }
}
