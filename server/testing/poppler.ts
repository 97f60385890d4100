import { execFileSync } from 'node:child_process'
import { findTool } from '../../scripts/setup-tests/tools.ts'

/**
 * What one of poppler's programs prints, an implementation of PDF that is not ours.
 * @throws when it is not installed, with the command that installs it
 */
export const poppler = (program: 'pdfinfo' | 'pdfsig' | 'pdftotext', ...args: string[]): string =>
  execFileSync(findTool(program), args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  })
