import { PDFHexString, PDFString } from '@cantoo/pdf-lib'
import { addSignatureField, appendSignature, type UnsignedPdf } from './append-signature.ts'

/**
 * Appends an empty document time stamp to a PDF (ETSI EN 319 142-1, 5.4.3). Once filled, it proves when all bytes
 * before it existed, signatures included.
 * @param room reserved for the token, bytes
 */
export const prepareTimestamp = (document: Buffer, room: number): Promise<UnsignedPdf> =>
  appendSignature(document, {
    page: 1,
    room,
    dictionary: { Type: 'DocTimeStamp', SubFilter: 'ETSI.RFC3161' },
    place: (pdf, page, value) =>
      addSignatureField(pdf, page, value, (number) => ({
        T: PDFString.of(`StempelWaktu${number}`),
        TU: PDFHexString.fromText('Stempel waktu elektronik dokumen ini'),
        // The field is invisible: an empty rectangle outside the page, which screen readers skip.
        Rect: [-1, -1, -1, -1],
      })),
  })
