import type { Context } from '../../../../server/src/context.ts'

/**
 * Makes every attempt to fund a loan fail without a business reason, and its next failure in a bulk funding the last that
 * is allowed: four failures before would take minutes.
 */
export async function breakFundingOf({ db }: Context, loanId: number): Promise<void> {
  const make = `
    create schema if not exists broken;
    grant usage on schema broken to public;
    create table if not exists broken.loan (id bigint primary key);
    create or replace function broken.refuse() returns trigger language plpgsql security definer as $$ begin
      if exists (select from broken.loan where id = new.loan_id) then raise 'this loan is broken'; end if;
      return new;
    end $$;
    create or replace function broken.exhaust() returns trigger language plpgsql security definer as $$ begin
      if exists (select from broken.loan where id = new.loan_id) then new.tries := 4; end if;
      return new;
    end $$;
    create or replace trigger broken_refuse before insert on funding for each row execute function broken.refuse();
    create or replace trigger broken_exhaust before insert on bulk_funding_loan for each row execute function broken.exhaust();`
  await db.query({ text: make })
  await db.query({ text: 'insert into broken.loan (id) values ($1)', values: [loanId] })
}
