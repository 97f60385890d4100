import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The visible content of one page: its text in one line, and each piece of text with its position (bottom left). */
export interface ReadPage {
  text: string
  pieces: { text: string; x: number; y: number; width: number }[]
}

/** Reads a PDF with an independent implementation. For tests. */
export async function readPdf(bytes: Buffer): Promise<ReadPage[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const document = await loading.promise
  const pages: ReadPage[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const pieces = items.flatMap((item) =>
      'str' in item && item.str.trim()
        ? [{ text: item.str, x: Number(item.transform[4]), y: Number(item.transform[5]), width: item.width }]
        : [],
    )
    pages.push({
      text: pieces
        .map((piece) => piece.text)
        .join(' ')
        .replace(/\s+/g, ' '),
      pieces,
    })
  }
  await loading.destroy()
  return pages
}
