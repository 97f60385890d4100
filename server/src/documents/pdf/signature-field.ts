import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  PDFString,
} from '@cantoo/pdf-lib'
import { formatDateTimeLong } from '@pematang/contract/format/index'
import * as fontkit from 'fontkit'
import { addSignatureField, appendSignature, type UnsignedPdf } from './append-signature.ts'
import { drawable, fontFile } from './fonts.ts'
import { stamp } from './signature-page.ts'

/** The reserved size for a detached signature with its certificates, in bytes. */
const room = 8_192

type Signer = { page: number; name: string; at: Date }

/**
 * Adds the lender's empty signature to an agreement as an incremental update, for a provider that signs only the hash.
 * It uses the agreement's signature field; an older agreement without one gets a new field.
 * @param page 1-based
 */
export function prepareSignature(shown: Buffer, { page, name, at }: Signer): Promise<UnsignedPdf> {
  return appendSignature(shown, {
    page,
    room,
    dictionary: {
      Type: 'Sig',
      SubFilter: 'ETSI.CAdES.detached',
      M: PDFString.fromDate(at),
      Name: PDFHexString.fromText(name),
      Reason: PDFHexString.fromText('Persetujuan dokumen'),
    },
    async place(document, on, value) {
      const { context } = document
      const picture = await drawPicture(document, { name, at })
      const empty = emptyField(on)
      if (empty) {
        empty.set(PDFName.of('V'), context.register(context.obj(value as Record<string, never>)))
        empty.set(PDFName.of('AP'), picture)
        context.snapshot?.markObjForSave(empty)
        return
      }
      const { x, y, width, height } = stamp
      addSignatureField(document, on, value, (number) => ({
        T: PDFString.of(`TandaTangan${number}`),
        TU: PDFHexString.fromText(`Tanda tangan elektronik ${name}`),
        Rect: [x, y, x + width, y + height],
        AP: picture,
      }))
    },
  })
}

function emptyField(page: PDFPage): PDFDict | undefined {
  const annotations = page.node.Annots()?.asArray() ?? []
  return annotations
    .map((entry) => page.doc.context.lookupMaybe(entry, PDFDict))
    .find(
      (widget) =>
        widget?.lookup(PDFName.of('FT')) === PDFName.of('Sig') &&
        !widget.has(PDFName.of('V')) &&
        widget.lookupMaybe(PDFName.of('Rect'), PDFArray) !== undefined,
    )
}

const smallest = 6
const inset = 4
const lines = [
  { face: 'sans', size: 8, y: 53 },
  { face: 'sansBold', size: 11, y: 38 },
  { face: 'sans', size: 8, y: 24 },
] as const

/** Draws the visible mark of the signature. It has no background, so that it hides no text; its fonts are embedded. */
async function drawPicture(document: PDFDocument, { name, at }: Omit<Signer, 'page'>): Promise<PDFDict> {
  document.registerFontkit(fontkit)
  const fonts = {
    sans: await document.embedFont(fontFile('sans'), { subset: true }),
    sansBold: await document.embedFont(fontFile('sansBold'), { subset: true }),
  }
  const most = stamp.width - 2 * inset
  const texts = ['Ditandatangani secara elektronik oleh', name, formatDateTimeLong(at)]
  const commands = lines.map(({ face, size, y }, place) => {
    const font = fonts[face]
    const text = drawable(texts[place] ?? '', face)
    const fitting = Math.max(smallest, Math.min(size, (size * most) / font.widthOfTextAtSize(text, size)))
    let shown = text
    while (shown.length > 1 && font.widthOfTextAtSize(shown, fitting) > most + 0.01)
      shown = `${shown.slice(0, -2).trimEnd()}…`
    return `BT 0.1 0.14 0.12 rg /${face} ${fitting.toFixed(2)} Tf ${inset} ${y} Td ${font.encodeText(shown).toString()} Tj ET`
  })
  const { context } = document
  const picture = context.flateStream(['q', ...commands, 'Q'].join('\n'), {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, stamp.width, stamp.height],
    Resources: { Font: { sans: fonts.sans.ref, sansBold: fonts.sansBold.ref } },
  })
  return context.obj({ N: context.register(picture) })
}
