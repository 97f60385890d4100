-- Every funding asks which version of the limits is in force. Without this index PostgreSQL up to 17 counts the scan of the
-- table as forbidden, and then takes a bad plan for the rest of the statement.
create index limit_rule_in_force on limit_rule (holds_from desc, version desc);
