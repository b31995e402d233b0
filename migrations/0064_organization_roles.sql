-- Roles of members. `write` tells whether the role is an editor's at least, and is all that processes of the version before
-- know and set.
ALTER TABLE organization_members ADD COLUMN role text
  CHECK (role IN ('viewer', 'operator', 'editor', 'admin', 'owner'));
UPDATE organization_members SET role = CASE WHEN write THEN 'editor' ELSE 'viewer' END;

CREATE FUNCTION match_role_and_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role IS NULL OR (TG_OP = 'UPDATE' AND NEW.role = OLD.role AND NEW.write <> OLD.write) THEN
    NEW.role := CASE WHEN NEW.write THEN 'editor' ELSE 'viewer' END;
  END IF;
  NEW.write := NEW.role IN ('editor', 'admin', 'owner');
  RETURN NEW;
END $$;
CREATE TRIGGER organization_members_role BEFORE INSERT OR UPDATE ON organization_members
  FOR EACH ROW EXECUTE FUNCTION match_role_and_write();

ALTER TABLE organization_members ALTER COLUMN role SET NOT NULL;
-- Nobody who adds a member has to name both.
ALTER TABLE organization_members ALTER COLUMN write SET DEFAULT false;
