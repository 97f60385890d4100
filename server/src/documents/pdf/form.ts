import { name, type Reference } from './file/objects.ts'
import type { Place, Sheet } from './sheet.ts'

type SignatureField = {
  name: string
  says: string
  /** Its signature; undefined while it is unsigned. */
  value?: Reference
}

/** Adds a signature field over an area of the page, and under a node of the structure tree. */
export function addSignatureField(sheet: Sheet, place: Place, field: SignatureField): void {
  // A field needs an appearance object, even an empty one, because its visible text belongs to the page.
  const appearance = sheet.file.addStream({
    bytes: Buffer.from('q Q'),
    entries: { Type: name('XObject'), Subtype: name('Form'), BBox: [0, 0, place.width, place.height] },
  })
  sheet.addField(place, {
    FT: name('Sig'),
    T: field.name,
    TU: field.says,
    Contents: field.says,
    V: field.value,
    AP: { N: appearance },
  })
}
