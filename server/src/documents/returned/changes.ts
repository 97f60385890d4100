import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib'
import { SignatureFault } from '../signature/signed-data.ts'
import type { Update } from './update.ts'

/** Where a signature may be visible: on one page (1-based) or on any, at any position, up to a size in points. */
export type SignaturePlace = { page: number | 'any'; width: number; height: number }

export type AddedSignature = { dictionary: PDFDict; start: number; end: number }

const name = (key: string): PDFName => PDFName.of(key)
const widgetKeys = new Set('Type Subtype FT T TU V P F Rect AP M NM MK Ff Contents Lang DA'.split(' '))
const signatureKeys = new Set(
  'Type Filter SubFilter ByteRange Contents M Name Reason Location ContactInfo Prop_Build Prop_AuthTime Prop_AuthType R'.split(
    ' ',
  ),
)

/**
 * Checks that an update adds one signature to the shown document, and nothing else. It fills the existing field, or
 * adds one field that is invisible or no larger than allowed. No other object of the document changes, and each new
 * object belongs to the signature.
 * @throws SignatureFault
 */
export function checkChanges(shown: PDFDocument, update: Update, place: SignaturePlace): AddedSignature {
  const changes = new Changes(shown, update, place)
  return changes.check()
}

class Changes {
  readonly #shown: PDFDocument
  readonly #update: Update
  readonly #place: SignaturePlace
  /** Objects of the shown document that the update may change, because their changes were checked. */
  readonly #allowed = new Set<PDFRef>()

  constructor(shown: PDFDocument, update: Update, place: SignaturePlace) {
    this.#shown = shown
    this.#update = update
    this.#place = place
  }

  check(): AddedSignature {
    const { context, catalog } = this.#shown
    const page = this.#signedPage()
    const root = context.trailerInfo.Root as PDFRef
    const catalogAfter = this.#dict(this.#same(root, catalog, ['AcroForm']), 'the catalog')
    const fields = this.#added(this.#formFields(catalog), this.#formFields(catalogAfter, true), 'field')
    const pageAfter = this.#dict(this.#same(page.ref, page.node, ['Annots']), 'the page')
    const annotations = this.#added(
      this.#list(page.node.get(name('Annots'))),
      this.#list(pageAfter.get(name('Annots')), true),
      'annotation',
    )
    if (fields !== annotations)
      throw new SignatureFault('a field is added that is not the annotation that is added')
    const widget = fields ? this.#newField(fields, page) : this.#filledField(page.node.Annots())
    const signature = this.#signatureOf(widget)
    this.#checkPicture(widget)
    this.#checkAll(fields ? [fields] : [], widget)
    return signature
  }

  /** The one page that the update changes: the page object, its list of annotations, or an annotation. */
  #signedPage(): PDFPage {
    const pages = this.#shown.getPages()
    const { page } = this.#place
    const touched = pages.filter(({ ref, node }) => {
      const list = node.get(name('Annots'))
      const entries = node.Annots()?.asArray() ?? []
      return [ref, list, ...entries].some((one) => one instanceof PDFRef && this.#update.has(one))
    })
    const [only, ...others] = touched
    if (!only || others.length > 0)
      throw new SignatureFault(`${touched.length} pages are changed, and not one`)
    if (page !== 'any' && only !== pages[page - 1])
      throw new SignatureFault('the signature is on another page')
    return only
  }

  /**
   * An object after the update; it must equal the one before.
   * @param keys that may differ
   */
  #same(ref: PDFRef, before: PDFDict, keys: readonly string[]): PDFObject {
    const after = this.#update.get(ref)?.object
    if (!after) return before
    this.#allowed.add(ref)
    compare(before, this.#dict(after, 'an object'), keys)
    return after
  }

  /** Resolves a value that may be a reference, with or without the update. */
  #lookup(value: PDFObject | undefined, after: boolean): PDFObject | undefined {
    if (!(value instanceof PDFRef)) return value
    return (after ? this.#update.get(value)?.object : undefined) ?? this.#shown.context.lookup(value)
  }

  #dict(value: PDFObject | undefined, what: string): PDFDict {
    if (value instanceof PDFDict) return value
    throw new SignatureFault(`${what} is no dictionary after the update`)
  }

  #list(value: PDFObject | undefined, after = false): PDFObject[] {
    if (value instanceof PDFRef && after && this.#update.has(value)) this.#allowed.add(value)
    const list = this.#lookup(value, after)
    if (list === undefined) return []
    if (list instanceof PDFArray) return list.asArray()
    throw new SignatureFault('a list is none after the update')
  }

  #formFields(catalog: PDFDict, after = false): PDFObject[] {
    const value = catalog.get(name('AcroForm'))
    const form = this.#lookup(value, after)
    const before = this.#lookup(this.#shown.catalog.get(name('AcroForm')), false)
    if (form === undefined) {
      if (before) throw new SignatureFault('the form was taken away')
      return []
    }
    if (after && form !== before) {
      const old = before instanceof PDFDict ? before : this.#shown.context.obj({})
      compare(old, this.#dict(form, 'the form'), ['Fields', 'SigFlags'])
      if (value instanceof PDFRef) this.#allowed.add(value)
    }
    return this.#list(this.#dict(form, 'the form').get(name('Fields')), after)
  }

  /** The one entry that was appended to a list; undefined if none was. */
  #added(before: readonly PDFObject[], after: readonly PDFObject[], what: string): PDFRef | undefined {
    const isKept = before.every((one, index) => one.toString() === after[index]?.toString())
    if (!isKept || after.length > before.length + 1)
      throw new SignatureFault(`more than one ${what} is added, or one is changed`)
    if (after.length === before.length) return undefined
    const last = after.at(-1)
    if (!(last instanceof PDFRef) || !this.#update.has(last) || this.#shown.context.lookup(last))
      throw new SignatureFault(`the ${what} that is added is not new`)
    return last
  }

  #newField(ref: PDFRef, page: PDFPage): PDFDict {
    const widget = this.#dict(this.#update.get(ref)?.object, 'the field')
    const strange = widget.keys().find((key) => !widgetKeys.has(key.decodeText()))
    if (strange) throw new SignatureFault(`the field that is added has ${strange.toString()}`)
    const value = (key: string) => widget.get(name(key))?.toString()
    if (value('FT') !== '/Sig' || value('Subtype') !== '/Widget')
      throw new SignatureFault('the field that is added is not for a signature')
    if (![undefined, page.ref.toString()].includes(value('P')))
      throw new SignatureFault('the field that is added says that it is on another page')
    if (!fits(this.#lookup(widget.get(name('Rect')), true), page, this.#place))
      throw new SignatureFault('the signature is larger than it may be, or not on its page')
    return widget
  }

  /** The one field of the page that was empty and was filled; it must have no other change. */
  #filledField(annotations: PDFArray | undefined): PDFDict {
    const filled = (annotations?.asArray() ?? []).flatMap((ref) => {
      const after = ref instanceof PDFRef ? this.#update.get(ref)?.object : undefined
      if (!(ref instanceof PDFRef) || !after) return []
      const before = this.#shown.context.lookup(ref, PDFDict)
      if (before.get(name('FT'))?.toString() !== '/Sig' || before.has(name('V')))
        throw new SignatureFault('a field that is not empty is changed')
      this.#allowed.add(ref)
      const widget = this.#dict(after, 'a field')
      compare(before, widget, ['V', 'AP'])
      return [widget]
    })
    const [widget, ...others] = filled
    if (!widget || others.length > 0)
      throw new SignatureFault(`${filled.length} fields are signed, and not one`)
    return widget
  }

  #signatureOf(widget: PDFDict): AddedSignature {
    const value = widget.get(name('V'))
    const found = value instanceof PDFRef ? this.#update.get(value) : undefined
    if (!found || (value instanceof PDFRef && this.#shown.context.lookup(value)))
      throw new SignatureFault('the field has no signature of its own')
    const dictionary = this.#dict(found.object, 'the signature')
    const strange = dictionary.keys().find((key) => !signatureKeys.has(key.decodeText()))
    if (strange) throw new SignatureFault(`the signature has ${strange.toString()}`)
    return { dictionary, start: found.start, end: found.end }
  }

  #checkPicture(widget: PDFDict): void {
    const pictures = this.#lookup(widget.get(name('AP')), true)
    if (pictures === undefined) return
    const dict = this.#dict(pictures, 'the picture of the signature')
    const normal = this.#lookup(dict.get(name('N')), true)
    if (dict.keys().length !== 1 || !(normal instanceof PDFRawStream))
      throw new SignatureFault('the signature has more than one picture')
  }

  /** Checks that each object of the update was checked before, or belongs to the signature. */
  #checkAll(start: readonly PDFRef[], widget: PDFDict): void {
    const reached = new Set<PDFRef>(start)
    const walk = (value: PDFObject): void => {
      if (value instanceof PDFRef) {
        const next = this.#update.get(value)
        if (!next || reached.has(value) || this.#allowed.has(value)) return
        reached.add(value)
        walk(next.object)
      } else if (value instanceof PDFArray) value.asArray().forEach(walk)
      else if (value instanceof PDFRawStream) value.dict.values().forEach(walk)
      else if (value instanceof PDFDict) value.values().forEach(walk)
    }
    walk(widget)
    for (const ref of this.#update.keys()) {
      if (this.#allowed.has(ref)) continue
      if (this.#shown.context.lookup(ref))
        throw new SignatureFault(`object ${ref.objectNumber} of what was shown is changed`)
      if (!reached.has(ref))
        throw new SignatureFault(`object ${ref.objectNumber} is added and belongs to no signature`)
    }
  }
}

/** Whether a rectangle is empty, and so invisible, or lies on the page and is not too large. */
function fits(rectangle: PDFObject | undefined, page: PDFPage, { width, height }: SignaturePlace): boolean {
  if (!(rectangle instanceof PDFArray)) return false
  const edges = rectangle.asArray().map((one) => (one instanceof PDFNumber ? one.asNumber() : Number.NaN))
  const [left = Number.NaN, bottom = Number.NaN, right = Number.NaN, top = Number.NaN] = edges
  if (left === right && bottom === top) return true
  const sheet = page.getMediaBox()
  const isOnPage =
    left >= sheet.x && bottom >= sheet.y && right <= sheet.x + sheet.width && top <= sheet.y + sheet.height
  return left <= right && bottom <= top && isOnPage && right - left <= width && top - bottom <= height
}

/**
 * Compares two dictionaries.
 * @throws SignatureFault if they differ in more than the keys `but`
 */
function compare(before: PDFDict, after: PDFDict, but: readonly string[]): void {
  const keys = new Set([...before.keys(), ...after.keys()])
  for (const key of keys) {
    if (but.includes(key.decodeText())) continue
    if (before.get(key)?.toString() !== after.get(key)?.toString())
      throw new SignatureFault(`${key.toString()} of an object of what was shown is changed`)
  }
}
