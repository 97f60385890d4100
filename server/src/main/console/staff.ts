import type { Context } from '../../context.ts'
import { listStaff, ruleVersions, secondPairOperations } from '../../staff/index.ts'
import type { Actions } from './load-actions.ts'

/** The people of the staff with what they may do; their addresses are theirs. */
export const listStaffWithRights = async ({ db }: Context) =>
  (await listStaff(db)).map(({ id, name, rights, passkeys, addedAt }) => ({
    ...{ id, name, rights, passkeys },
    addedAt: addedAt.toISOString(),
  }))

/** Each operation that can need a second pair, with all versions of its rule. */
export async function listRuleVersions({ db }: Context, { titleOf }: Actions) {
  const versions = Map.groupBy(await ruleVersions(db), ({ operation }) => operation)
  return secondPairOperations.map((operation) => ({
    operation,
    title: titleOf(operation),
    versions: (versions.get(operation) ?? []).map(
      ({ version, deciders, largeFrom, largeDeciders, hours, at }) => ({
        ...{ version, deciders, largeFrom, largeDeciders, hours },
        at: at.toISOString(),
      }),
    ),
  }))
}
