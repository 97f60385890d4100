import { errorOfAnswer } from '../api/errors.ts'

type Page = { list: unknown[]; pagination: object }

/**
 * A page of a list, if the answer is one. Otherwise it comes from an intermediary: the list then fails, not the screen.
 * @throws ApiError
 */
export function wholePage<P extends Page>(answer: P): P {
  const { list, pagination } = (answer ?? {}) as Partial<Page>
  const isRow = (row: unknown) => typeof row === 'object' && row !== null
  if (Array.isArray(list) && list.every(isRow) && typeof pagination === 'object' && pagination !== null)
    return answer
  throw errorOfAnswer(502, null)
}
