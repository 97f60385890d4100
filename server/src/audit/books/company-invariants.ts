import { proposableCalls } from '@pematang/contract/lenders/company/rules'
import type { Invariant } from './invariant.ts'

/** Entries that were retired are not asked for. */
const kept = `coalesce((select max(audit_time_of(end_id)) from audit_retirement), '-infinity')`

/** The time of an entry is that of the start of its transaction, which reads the rule later, under the company's lock. */
const tolerance = `interval '30 seconds'`

/** SQL: what members can propose, with what its rule is about. */
const calls = `call (operation, subject) as (values ${Object.entries(proposableCalls)
  .map(([operation, subject]) => `('${operation}', '${subject}')`)
  .join(', ')})`

/**
 * What members did, by the calls that a rule can be about. Pausing and ending a strategy takes away. A vote of before votes
 * were under a rule has no weight in its entry.
 */
const acts = `
  act as (
    select e.id, e.at, e.operation, c.subject, m.company_id, m.id as member_id,
           (e.detail #>> '{authority,proposal}')::bigint as proposal, (e.detail ->> 'member')::bigint as changed
      from lender m
      join audit_event e on e.actor = 'lender:' || m.company_id || '/member:' || m.id and e.actor like 'lender:%/member:%'
      join call c on c.operation = e.operation
     where m.company_id is not null and e.outcome = 'done'
       and (e.operation <> 'setStrategyState' or e.detail ->> 'state' = 'ACTIVE')
       and (e.operation <> 'castVote' or e.detail -> 'weight' is not null))`

/** The administrators of a company at a time whose logins are not known to have been stopped since. */
const administratorsAt = (company: string, at: string) => `
  (select count(*) from lender adm where adm.company_id = ${company} and adm.state = 'ACTIVE'
     and coalesce(adm.state_since, '-infinity') <= ${at} and exists (
     select from company_roles r where r.member_id = adm.id and 'ADMINISTRATOR' = any(r.roles)
        and r.version = (select max(version) from company_roles l where l.member_id = adm.id and l.at <= ${at})))`

const takenBefore = (company: string, at: string) => `
  exists (select from company_roles r join company_roles b on b.member_id = r.member_id and b.version = r.version - 1
           where r.company_id = ${company} and r.at > ${at} - interval '72 hours' and r.at <= ${at}
             and 'ADMINISTRATOR' = any(b.roles) and not 'ADMINISTRATOR' = any(r.roles))`

/**
 * Whether an entry gave back to who ceased to be an administrator less than 72 hours before what they had, and no more: one
 * person may undo it.
 */
const putBack = `
  (a.operation = 'changeMember' and exists (
     select from company_roles n
       join lateral (select * from company_roles o where o.member_id = n.member_id and o.version < n.version
                        and 'ADMINISTRATOR' = any(o.roles) order by o.version desc limit 1) b on true
       join company_roles t on t.member_id = b.member_id and t.version = b.version + 1 and t.version < n.version
      where n.company_id = a.company_id and n.member_id = a.changed and n.at between a.at and a.at + ${tolerance}
        and t.at > n.at - interval '72 hours'
        and n.roles @> b.roles and n.roles <@ b.roles and (b.is_signatory or not n.is_signatory)))`

/** The version of a company's rule of a subject in force at a time; null columns where there never was one. */
const ruleAt = (company: string, subject: string, at: string) => `
  lateral (select r.deciders, r.from_amount from company_rule r
            where r.company_id = ${company} and r.subject = ${subject} and r.at <= ${at}
            order by r.version desc limit 1) r on true`

/** What was done for a member under a subject in the 24 hours before, decided or not. */
const doneBefore = (of: string, member: string, at: string) => `
  (coalesce((select sum(o.amount) from company_proposal o where o.maker = ${member} and o.subject = ${of}.subject
               and o.ended = 'DONE' and o.ended_at < ${at} and o.ended_at > ${at} - interval '24 hours'), 0)
   + coalesce((select sum(o.amount) from company_direct o where o.member_id = ${member} and o.subject = ${of}.subject
                 and o.at < ${at} and o.at > ${at} - interval '24 hours'), 0))`

/** Whether a member could decide this subject at a time. */
const couldDecide = (member: string, subject: string, at: string) => `
  coalesce((select case when ${subject} = 'PEOPLE' then 'ADMINISTRATOR' else 'APPROVER' end = any(r.roles)
              from company_roles r where r.member_id = ${member} and r.at <= ${at}
             order by r.version desc limit 1), false)`

const couldPropose = (member: string, subject: string, at: string) => `
  coalesce((select r.roles && case when ${subject} = 'PEOPLE' then array['ADMINISTRATOR'] else array['MAKER', 'APPROVER'] end
              from company_roles r where r.member_id = ${member} and r.at <= ${at}
             order by r.version desc limit 1), false)`

/** The agreements that count: of other members who could decide then and when it was done, with an entry each. */
const agreed = `
  (select count(*) from company_decision d
    where d.proposal = p.number and d.verdict = 'AGREED' and d.member_id <> p.maker
      and d.at between p.at and p.ended_at
      and exists (select from lender m where m.id = d.member_id and m.company_id = p.company_id)
      and ${couldDecide('d.member_id', 'p.subject', 'd.at')} and ${couldDecide('d.member_id', 'p.subject', 'p.ended_at')}
      and (d.at < ${kept} or exists (
        select from audit_event e where e.operation = 'decideProposal' and e.subject = 'company-proposal:' || p.number
           and e.actor = 'lender:' || p.company_id || '/member:' || d.member_id and e.actor like 'lender:%/member:%'
           and e.outcome = 'done' and e.at <= d.at)))`

/** What the people of a company do under its rules has its decisions, from the audit trail. */
export const companyInvariants: readonly Invariant[] = [
  {
    id: 'I63',
    holds:
      'each entry of a member of a company by a call for which its rule asked for a decision names a proposal of it that was done in its transaction, was noted as below the amount of the rule, or gave a role back that was taken less than 72 hours before',
    sql: `
      with ${calls}, ${acts}
      select a.id, a.operation, a.company_id, a.member_id from act a
        left join ${ruleAt('a.company_id', 'a.subject', 'a.at')}
       where case a.subject
               when 'PEOPLE' then ${administratorsAt('a.company_id', 'a.at')} > 1 or ${takenBefore('a.company_id', 'a.at')}
               else r.deciders > 0 end
         and not exists (select from company_rule l where l.company_id = a.company_id and l.subject = a.subject
                            and l.deciders = 0 and l.at between a.at and a.at + ${tolerance})
         and not ${putBack}
         and not exists (
           select from company_proposal p
            where p.number = a.proposal and p.company_id = a.company_id and p.operation = a.operation and p.ended = 'DONE'
              and p.ended_at between a.at and a.at + interval '1 hour')
         and not (r.from_amount is not null and exists (
           select from company_direct d where d.member_id = a.member_id and d.subject = a.subject
              and d.at between a.at and a.at + interval '1 minute'))`,
  },
  {
    id: 'I63b',
    holds:
      'each proposal of a company that is done was agreed to by as many of its members as the rule of that time asked for, none of them its maker, who could decide and have an entry each; its maker could propose, and its command ran once',
    sql: `
      with done as (
        select p.*, greatest(1, case
                 when p.subject = 'PEOPLE' and not ${takenBefore('p.company_id', 'p.ended_at')}
                   then least(coalesce(nullif(r.deciders, 0), 1), ${administratorsAt('p.company_id', 'p.ended_at')} - 1)
                 when p.subject <> 'PEOPLE' and p.amount + ${doneBefore('p', 'p.maker', 'p.ended_at')} < r.from_amount then 0
                 else coalesce(r.deciders, 0) end) as needed
          from company_proposal p left join ${ruleAt('p.company_id', 'p.subject', 'p.ended_at')}
         where p.ended = 'DONE')
      select p.number, p.operation, p.needed from done p
       where p.needed > ${agreed}
          or not ${couldPropose('p.maker', 'p.subject', 'p.ended_at')}
          or not exists (select from lender m where m.id = p.maker and m.company_id = p.company_id)
          or p.ended_at >= ${kept} + interval '1 hour' and 1 <> (
            select count(*) from lender m
              join audit_event e on e.actor = 'lender:' || m.company_id || '/member:' || m.id and e.actor like 'lender:%/member:%'
             where m.company_id = p.company_id and e.operation = p.operation and e.outcome = 'done'
               and (e.detail #>> '{authority,proposal}')::bigint = p.number
               and e.at between p.ended_at - interval '1 hour' and p.ended_at)`,
  },
  {
    id: 'I63c',
    holds:
      'what a member of a company did without a decision stayed below the amount of its rule in 24 hours',
    sql: `
      select d.id, d.member_id, d.amount, r.from_amount from company_direct d
        left join ${ruleAt('d.company_id', 'd.subject', 'd.at')}
       where r.deciders > 0 and d.amount + ${doneBefore('d', 'd.member_id', 'd.at')} >= r.from_amount`,
  },
  {
    id: 'I63d',
    holds:
      'each proposal of a company is as its entry in the audit trail says it was made: maker, key, operation, sum and hash',
    sql: `
      with made as (
        select p.number, e.* from company_proposal p join audit_event e on e.actor = 'lender:' || p.company_id || '/member:' || p.maker
           and e.actor like 'lender:%/member:%' and e.operation = 'propose'
         where p.key_id is null and e.subject = 'company-proposal:' || p.number
        union all
        select p.number, e.* from audit_event e
          join company_proposal p on e.subject = 'company-proposal:' || p.number
          join partner_key k on k.id = p.key_id and k.lender_id = p.company_id and k.maker = p.maker
         where e.operation = 'proposeByKey' and e.actor = 'lender:' || p.company_id || '/key:' || p.key_id
      )
      select p.number, p.operation from company_proposal p
       where p.at >= ${kept} and not exists (
         select from made e where e.number = p.number and e.at = p.at and e.outcome = 'done'
            and (e.detail ->> 'operation', e.detail ->> 'hash') = (p.operation, encode(p.input_hash, 'hex'))
            and (e.detail ->> 'amount')::bigint is not distinct from p.amount)`,
  },
  {
    id: 'I63e',
    holds:
      'each role that a member of a company was given and each version of its rules has its entry in the audit trail, by a command that may make it',
    sql: `
      select 'roles' as what, r.member_id as of, r.version from company_roles r
        left join company_roles b on b.member_id = r.member_id and b.version = r.version - 1
       where r.at >= ${kept} and not (r.member_id = r.company_id and r.version = 1)
         and not r.roles <@ coalesce(b.roles, '{}') and not exists (
           select from lender m
             join audit_event e on e.actor = 'lender:' || m.company_id || '/member:' || m.id and e.actor like 'lender:%/member:%'
            where m.company_id = r.company_id and e.operation in ('acceptMemberInvitation', 'changeMember')
              and e.outcome = 'done' and e.at between r.at - interval '1 hour' and r.at
              and e.detail ->> 'member' = r.member_id::text
              and array(select jsonb_array_elements_text(e.detail -> 'roles')) @> r.roles)
      union all
      select r.what, r.company_id, r.version
        from (select 'rule' as what, company_id, version, at, jsonb_build_object('rules', jsonb_build_array(jsonb_build_object(
                       'subject', subject, 'deciders', deciders, 'from', from_amount, 'hours', hours))) as said
                from company_rule
              union all
              select 'factor rule', company_id, version, at, jsonb_build_object('factorFrom', jsonb_build_object('after', from_day))
                from company_factor_rule) r
       where r.at >= ${kept} and not exists (
         select from audit_event e
          where e.subject = 'lender:' || r.company_id and e.subject like 'lender:%' and e.operation = 'changeCompanyRules'
            and e.outcome = 'done' and e.at between r.at - interval '1 hour' and r.at and e.detail @> r.said)`,
  },
]
