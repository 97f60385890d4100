import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

// The legacy build of pdfjs brings what the supported browsers lack. With the other one an older Safari shows no
// agreement, so nobody could fund in it.

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>
type ScriptUrlPolicy = { createScriptURL: (url: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy }

/**
 * The URL of the PDF worker as a trusted value, which `require-trusted-types-for 'script'` demands. The policy returns
 * only this URL, whatever its input.
 */
function trustedWorkerUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('pdf-worker', { createScriptURL: () => workerUrl })
  return policy?.createScriptURL('') ?? workerUrl
}

GlobalWorkerOptions.workerSrc = workerUrl
const worker = PDFWorker.create({ port: new Worker(trustedWorkerUrl(), { type: 'module', name: 'pdf' }) })

export type OpenPdf = { document: Promise<PDFDocumentProxy>; close: () => void }

/**
 * Opens a PDF in the shared worker of this page; closing a document keeps the worker for the others. WebAssembly is not
 * used: the content security policy forbids it, and our documents do not need it.
 * @returns the document, rejected when the bytes are not a PDF
 */
export function openPdf(bytes: Blob): OpenPdf {
  let closed = false
  let task: ReturnType<typeof getDocument> | undefined
  const document = bytes.arrayBuffer().then((data) => {
    if (closed) throw new Error('closed before it was read')
    task = getDocument({ data, worker, useWasm: false })
    return task.promise
  })
  return {
    document,
    close: () => {
      closed = true
      void task?.destroy()
    },
  }
}

/** The texts of a page. `page.getTextContent()` iterates over a stream, which Chrome 123 and Safari 26.0 cannot. */
export async function textsOf(page: PDFPageProxy): Promise<TextContent['items']> {
  const reader = (page.streamTextContent() as ReadableStream<TextContent>).getReader()
  const texts: TextContent['items'] = []
  for (let next = await reader.read(); !next.done; next = await reader.read()) texts.push(...next.value.items)
  return texts
}
