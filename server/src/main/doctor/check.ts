/** One thing that an installation needs. Its check moves nothing, says what it found, and throws if that is wrong. */
export type Check = { name: string; run: () => Promise<string> }

export type Finding = { name: string; isRight: boolean; says: string }

/** What is wrong, in the words of the doctor itself. Those of all other errors are technical. */
export class Wrong extends Error {}

/** Runs a check; one that has not ended after the limit is wrong. */
export async function runCheck({ name, run }: Check, limitMs: number): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Wrong(`tidak ada jawaban dalam ${limitMs / 1000} detik`)), limitMs)
  })
  try {
    return { name, isRight: true, says: await Promise.race([run(), limit]) }
  } catch (error) {
    return { name, isRight: false, says: error instanceof Wrong ? error.message : technical(reasonOf(error)) }
  } finally {
    clearTimeout(timer)
  }
}

/** What a program says, in English, after a word for who reads it. */
export const technical = (reason: string): string => `gagal; pesan teknis: ${reason}`

/** The message of an error, on one line, with the code of what caused it; a cause's message may hold a secret. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'gagal'
  const message = error.message.replaceAll(/\s+/g, ' ')
  let cause: unknown = error
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause
  const code = codeOf(cause)
  return code === null || message.includes(code) ? message : `${message} (${code})`
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.name === 'TimeoutError' ? error.name : null
}
