/** One violation of a rule of the repository. */
export type Finding = {
  /** The path of the file from the root of the repository. */
  file: string
  /** The line number, counted from 1. */
  line?: number
  message: string
}

/** Prints the findings of a check and sets the exit code: 1 where there is a finding, 0 where there is none. */
export function report(gate: string, findings: readonly Finding[], looked: string): void {
  for (const { file, line, message } of findings) {
    console.error(`${line === undefined ? file : `${file}:${line}`}  ${message}`)
  }
  if (findings.length > 0) process.exitCode = 1
  console.log(`${gate}: ${findings.length === 0 ? 'good' : `${findings.length} found`} (${looked})`)
}

/** The number of the line that contains an offset of the text, counted from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
