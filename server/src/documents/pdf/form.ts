import type { Place, Sheet } from './sheet.ts'

type SignatureField = {
  name: string
  /** The description of the field for screen readers. */
  says: string
  /** A reference to its signature; undefined while it is unsigned. */
  value?: PDFKit.PDFKitReference
}

/** The catalog of a document, which pdfkit's types leave out. */
type Catalog = {
  _root: { data: { AcroForm?: { data: { Fields: unknown[] } } } }
  endAcroForm: () => void
}

/** Adds a signature field over an area of the page, and under a node of the structure tree. */
export function addSignatureField(sheet: Sheet, place: Place, { name, says, value }: SignatureField): void {
  const { doc } = sheet
  const appearance = doc.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, place.width, place.height] })
  appearance.end('q Q')
  const widget = sheet.formField((structParent) => {
    doc.annotate(place.x, place.top, place.width, place.height, {
      Subtype: 'Widget',
      FT: 'Sig',
      T: pdfText(name),
      TU: pdfText(says),
      Contents: pdfText(says),
      ...(value ? { V: value } : {}),
      P: doc.page.dictionary,
      // Print and Locked (ISO 32000-1, table 165).
      F: 132,
      AP: { N: appearance },
      structParent,
    } as PDFKit.Mixins.AnnotationOption)
    const { annotations } = doc.page as { annotations: readonly unknown[] }
    return annotations.at(-1)
  })
  const catalog = doc as unknown as Catalog
  const form = catalog._root.data.AcroForm
  if (form) {
    form.data.Fields.push(widget)
    return
  }
  // SignaturesExist and AppendOnly (ISO 32000-1, table 219).
  const made = doc.ref({ Fields: [widget], SigFlags: 3 })
  catalog._root.data.AcroForm = made as unknown as { data: { Fields: unknown[] } }
  // pdfkit would finish a form of its own with fonts for text fields, which this form does not need.
  catalog.endAcroForm = () => made.end(undefined)
}

/** pdfkit writes a String object as text and a primitive string as a name. */
export const pdfText = (value: string): string => new String(value) as string
