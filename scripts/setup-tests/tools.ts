import { accessSync, constants, existsSync, statSync } from 'node:fs'
import path from 'node:path'

/** Programs that the tests need: the browser, and the programs that check PDF files. */
const REQUIRED = ['chromium', 'pdfinfo', 'pdfsig', 'pdftotext', 'pdftoppm'] as const

/**
 * All programs that the setup installs. The headless shell is the same browser without windows and without a PDF
 * viewer; it needs half of the CPU time, and old releases of Debian do not have it.
 */
export const TOOLS = ['chromium-headless-shell', ...REQUIRED] as const

export type Tool = (typeof TOOLS)[number]

export function isInstalled(tool: Tool): boolean {
  try {
    findTool(tool)
    return true
  } catch {
    return false
  }
}

/** Whether the installed programs are sufficient for the tests. */
export const areRequiredInstalled = (): boolean => REQUIRED.every(isInstalled)

/** Full path of the browser for a test: the headless shell if it is installed and no PDF file is shown. */
export const findBrowser = ({ viewsPdf }: { viewsPdf: boolean }): string =>
  findTool(!viewsPdf && isInstalled('chromium-headless-shell') ? 'chromium-headless-shell' : 'chromium')

const checkout = path.resolve(import.meta.dirname, '../..')

/** The folder of the wrappers that an unprivileged setup writes. */
export function wrapperFolder(root: string = checkout): string {
  return path.join(root, '.cache', 'bin')
}

/**
 * Full path of a program: the one on PATH, or else the wrapper that the setup wrote into `.cache/bin`.
 * @throws when there is neither, with the command that installs them
 */
export function findTool(tool: Tool): string {
  const found = onPath(tool, process.env.PATH) ?? inFolder(wrapperFolder(), tool)
  if (found === null) throw new Error(`${tool} is not installed: run "npm run setup-tests" first`)
  return found
}

/** Full path of a program on a PATH, or null. */
export function onPath(tool: string, searchPath: string | undefined): string | null {
  const folders = (searchPath ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  return folders.map((folder) => inFolder(folder, tool)).find((file) => file !== null) ?? null
}

function inFolder(folder: string, tool: string): string | null {
  const file = path.join(folder, tool)
  if (!existsSync(file) || !statSync(file).isFile()) return null
  try {
    accessSync(file, constants.X_OK)
    return file
  } catch {
    return null
  }
}
