-- Returns the record of each claim, and whether all of them fit. Writes nothing.
--
-- returns  {now, 1 all fit | 0 some do not, the record of each claim}
return reply(granted, claims)
