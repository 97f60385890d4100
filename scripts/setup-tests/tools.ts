import { accessSync, constants, existsSync, statSync } from 'node:fs'
import path from 'node:path'

/** Programs that the tests run: the browser, and the judges of PDF files. */
export const TOOLS = ['chromium', 'pdfsig', 'pdftotext', 'pdftoppm'] as const

export type Tool = (typeof TOOLS)[number]

const checkout = path.resolve(import.meta.dirname, '../..')

/** Where a normal user's setup puts its wrappers. */
export function wrapperFolder(root: string = checkout): string {
  return path.join(root, '.cache', 'bin')
}

/**
 * Full path of a program: of the one on PATH, else of the wrapper that the setup made in `.cache/bin`.
 *
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
