import type { prepareSignature as prepare } from './signature-field.ts'

/** As `prepareSignature` there, loaded at its first use with the reader of PDF files: a command starts without it. */
export const prepareSignature: typeof prepare = async (...given) => {
  const { prepareSignature: loaded } = await import('./signature-field.ts')
  return loaded(...given)
}
