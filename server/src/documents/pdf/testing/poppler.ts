import { execFileSync } from 'node:child_process'

/** Whether poppler's programs (pdfsig, pdftotext) are installed; CI requires them. */
export function hasPoppler(): boolean {
  if (process.env.CI !== undefined) return true
  try {
    execFileSync('pdfsig', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
