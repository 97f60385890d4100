import { execFileSync } from 'node:child_process'

/** Whether poppler's programs are there (pdfsig, pdftotext), as in CI they have to be. */
export function hasPoppler(): boolean {
  if (process.env.CI !== undefined) return true
  try {
    execFileSync('pdfsig', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
