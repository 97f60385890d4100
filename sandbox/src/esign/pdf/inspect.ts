import { EncryptedPDFError, PDFDocument } from '@cantoo/pdf-lib'
import { Refusal } from '../../platform/refusal.ts'

/**
 * Opens a PDF for an incremental update. Throws Refusal PDF_UNREADABLE (not a PDF, no page, damaged)
 * or PDF_ENCRYPTED, both 422.
 */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocument> {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 5)).toString('latin1')
  if (head !== '%PDF-') throw unreadable()
  try {
    const document = await PDFDocument.load(bytes, {
      forIncrementalUpdate: true,
      updateMetadata: false,
      throwOnInvalidObject: true,
    })
    // What an update changes is marked by hand; the library would search all objects again for each change.
    document.context.registerObjectChange = () => {}
    if (document.getPageCount() < 1) throw unreadable()
    return document
  } catch (error) {
    if (error instanceof EncryptedPDFError) {
      throw new Refusal(422, 'PDF_ENCRYPTED', 'An encrypted PDF cannot be signed')
    }
    throw unreadable()
  }
}

function unreadable(): Refusal {
  return new Refusal(422, 'PDF_UNREADABLE', 'The file is not a PDF that can be opened')
}
