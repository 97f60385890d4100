import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findTool } from '../../scripts/setup-tests/tools.ts'

/** The results of independent programs that check a PDF. */
export type PdfReport = {
  /** The output of pdfsig about the signatures. */
  signatures: string
  text: string
}

/** Checks a PDF with poppler: its signatures and its text. */
export function judgePdf(bytes: Buffer): PdfReport {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pematang-pdf-'))
  try {
    const file = path.join(folder, 'document.pdf')
    writeFileSync(file, bytes)
    return { signatures: run('pdfsig', [file]), text: run('pdftotext', ['-layout', file, '-']) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function run(tool: 'pdfsig' | 'pdftotext', args: string[]): string {
  return execFileSync(findTool(tool), args, { encoding: 'utf8', timeout: 60_000 })
}
