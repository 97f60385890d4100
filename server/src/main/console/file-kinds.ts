import type { AnyFileKind } from '../../operator/files/index.ts'
import { load } from '../collect.ts'
import { everyDistrict } from '../districts.ts'

let kinds: Promise<readonly AnyFileKind[]> | undefined

/** The kinds of files of all districts. */
export const fileKinds = (): Promise<readonly AnyFileKind[]> =>
  (kinds ??= load(everyDistrict, ({ files }) => files).then((modules) =>
    modules.flatMap(({ part }) => part.files),
  ))
