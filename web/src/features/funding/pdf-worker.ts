import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { pdfjs } from 'react-pdf'

type ScriptUrlPolicy = { createScriptURL: (url: string) => string }
type TrustedTypes = {
  createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy
}

/**
 * The address of the PDF worker in the form that `require-trusted-types-for 'script'` asks for. The policy knows
 * one address, ours, and gives it whatever it is asked.
 */
function trustedWorkerUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  return (
    trustedTypes?.createPolicy('pdf-worker', { createScriptURL: () => workerUrl }).createScriptURL('') ??
    workerUrl
  )
}

const port = new Worker(trustedWorkerUrl(), { type: 'module', name: 'pdf' })

/**
 * How agreements are opened: one worker of our own origin for all of them, which no closed document takes along.
 * No WebAssembly, which the content security policy forbids; our documents need none.
 */
export const pdfOptions = {
  worker: pdfjs.PDFWorker.create({ port }),
  useWasm: false,
}
