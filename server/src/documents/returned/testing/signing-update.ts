import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { type AddedSignature, checkChanges, type SignaturePlace } from '../changes.ts'
import type { Update } from '../update.ts'

export const name = (key: string): PDFName => PDFName.of(key)
/** The objects that an update adds: a field, its value and its appearance. */
export const [widgetRef, valueRef, pictureRef] = [PDFRef.of(100), PDFRef.of(101), PDFRef.of(102)]
export const anywhere: SignaturePlace = { page: 'any', width: 200, height: 100 }

/** The content of a PDF object. A text stands for a PDF name; lists and records contain further objects. */
export type Literal = string | number | boolean | PDFObject | readonly Literal[] | { [key: string]: Literal }

export type How = {
  /** Whether the form, its list of fields and the list of annotations are objects of their own. */
  apart?: boolean
  withForm?: boolean
  /** Whether the update fills the empty field instead of adding one. */
  isFilled?: boolean
}

/**
 * A document of two pages, and an update that adds a signature to the second page, which has an empty and a filled
 * signature field. Tests change the document or the update before they check it.
 */
export class SigningUpdate {
  readonly document: PDFDocument
  readonly update: Update = new Map()
  readonly empty: PDFRef
  readonly filled: PDFRef
  readonly signature: PDFDict

  static async begin(how: How = {}): Promise<SigningUpdate> {
    return new SigningUpdate(await PDFDocument.create(), how)
  }

  constructor(document: PDFDocument, { apart = false, withForm = true, isFilled = false }: How) {
    this.document = document
    const pages = [document.addPage([600, 800]), document.addPage([600, 800])]
    this.empty = this.#field({ T: PDFString.of('empty') })
    this.filled = this.#field({ V: document.context.register(this.make({ Type: 'Sig' })) })
    const put = (value: Literal): PDFObject =>
      apart ? document.context.register(this.make(value)) : this.make(value)
    if (withForm) {
      const list = [this.empty, this.filled]
      document.catalog.set(
        name('AcroForm'),
        put({ Fields: put(list), SigFlags: 3, DA: PDFString.of('/F 9 Tf') }),
      )
      pages[1]?.node.set(name('Annots'), put(list))
    }
    this.signature = this.put(valueRef, { Type: 'Sig', SubFilter: 'ETSI.CAdES.detached' }) as PDFDict
    if (isFilled) this.changeField(this.empty).set(name('V'), valueRef)
    else this.#addField()
  }

  make(literal: Literal): PDFObject {
    return this.document.context.obj(literal as Parameters<PDFDocument['context']['obj']>[0])
  }

  /** Sets an object of the update. */
  put(ref: PDFRef, literal: Literal): PDFObject {
    const object = this.make(literal)
    this.update.set(ref, { object, start: 7, end: 9 })
    return object
  }

  /** Returns a dictionary as it is after the update: a copy of the earlier one, which a test can change. */
  change(before: PDFDict, ref: PDFRef): PDFDict {
    const known = this.update.get(ref)?.object
    return known instanceof PDFDict ? known : (this.put(ref, before.clone()) as PDFDict)
  }
  changeField(ref: PDFRef): PDFDict {
    return this.change(this.document.context.lookup(ref, PDFDict), ref)
  }
  changePage(index = 1): PDFDict {
    return this.change(this.page(index).node, this.page(index).ref)
  }
  get catalog(): PDFDict {
    return this.change(this.document.catalog, this.document.context.trailerInfo.Root as PDFRef)
  }
  /** The form after the update, in the catalog or as an object of its own. */
  get form(): PDFDict {
    const form = this.document.catalog.get(name('AcroForm'))
    return form instanceof PDFRef ? this.changeField(form) : (this.catalog.get(name('AcroForm')) as PDFDict)
  }
  get widget(): PDFDict {
    return this.update.get(widgetRef)?.object as PDFDict
  }
  page(index: number): PDFPage {
    return this.document.getPage(index)
  }

  /** @throws SignatureFault if the update is refused */
  check(place: SignaturePlace = anywhere): AddedSignature {
    return checkChanges(this.document, this.update, place)
  }

  #field(more: Record<string, Literal>): PDFRef {
    const field = { Type: 'Annot', Subtype: 'Widget', FT: 'Sig', Rect: [0, 0, 9, 9], ...more }
    return this.document.context.register(this.make(field))
  }

  #addField(): void {
    this.put(widgetRef, {
      ...{ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', T: PDFString.of('new'), V: valueRef },
      ...{ P: this.page(1).ref, Rect: [100, 100, 300, 200] },
    })
    const annotations = this.page(1).node.get(name('Annots'))
    if (annotations instanceof PDFRef) this.put(annotations, this.#with(annotations))
    else this.changePage().set(name('Annots'), this.#with(annotations))
    const form = this.document.catalog.get(name('AcroForm'))
    if (form instanceof PDFRef) {
      const fields = this.document.context.lookup(form, PDFDict).get(name('Fields')) as PDFRef
      this.put(fields, this.#with(fields))
      return
    }
    const after = form instanceof PDFDict ? form.clone() : (this.make({ SigFlags: 3 }) as PDFDict)
    after.set(name('Fields'), this.#with(after.get(name('Fields'))))
    this.catalog.set(name('AcroForm'), after)
  }

  /** Returns a copy of a list with the new field at its end. */
  #with(list: PDFObject | undefined): PDFObject {
    const before = list && this.document.context.lookup(list, PDFArray)
    return this.make([...(before?.asArray() ?? []), widgetRef])
  }
}
