-- A picture lives as long as something refers to it: by a foreign key to its address, which stands beside its hash from here
-- on. What is swept is read from those keys. Pictures may be many, and are uploaded and shown meanwhile.
ALTER TABLE banca DROP CONSTRAINT IF EXISTS banca_logo_url_fkey;
ALTER TABLE product_symbols DROP CONSTRAINT IF EXISTS product_symbols_uploaded_url_fkey;
ALTER TABLE images ADD COLUMN IF NOT EXISTS url text;

CREATE OR REPLACE FUNCTION image_url(hash text, content_type text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN '/images/' || hash || '.' || CASE content_type WHEN 'image/jpeg' THEN 'jpg' ELSE split_part(content_type, '/', 2) END;

-- Not a generated column: that would write every picture anew.
CREATE OR REPLACE FUNCTION give_image_url() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.url := image_url(NEW.hash, NEW.content_type);
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER images_url BEFORE INSERT ON images FOR EACH ROW EXECUTE FUNCTION give_image_url();
--> statement-breakpoint
-- until done
UPDATE images SET url = image_url(hash, content_type) WHERE hash IN (SELECT hash FROM images WHERE url IS NULL LIMIT 1000);
--> statement-breakpoint
-- alone
DROP INDEX CONCURRENTLY IF EXISTS images_url;
--> statement-breakpoint
-- alone
CREATE UNIQUE INDEX CONCURRENTLY images_url ON images (url);
--> statement-breakpoint
ALTER TABLE images ALTER COLUMN url SET NOT NULL;
--> statement-breakpoint
-- A symbol's drawing may be one of the product's own, which no row stands for: what was uploaded refers from a column beside it.
ALTER TABLE product_symbols ADD COLUMN IF NOT EXISTS uploaded_url text
  GENERATED ALWAYS AS (CASE WHEN image_url LIKE '/images/%' THEN image_url END) STORED;
ALTER TABLE product_symbols
  ADD CONSTRAINT product_symbols_uploaded_url_fkey FOREIGN KEY (uploaded_url) REFERENCES images (url) NOT VALID;
ALTER TABLE banca ADD CONSTRAINT banca_logo_url_fkey FOREIGN KEY (logo_url) REFERENCES images (url) NOT VALID;

-- An address with another ending than the picture's is put right. One whose picture is gone showed nothing: a symbol is its
-- code again, as it was on the screen, and the banca has no logo; nor has it one that was written here by hand and leads elsewhere.
-- Of the banca the log tells what it was.
INSERT INTO audit_log (action, entity, before, after, reason, significant)
SELECT
  'banking.saveConfig', 'banking', jsonb_build_object('logo_url', b.logo_url), jsonb_build_object('logo_url', NULL),
  'La imagen del logo no está guardada aquí', true
FROM banca b
WHERE b.logo_url IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM images i WHERE i.hash = substring(b.logo_url from '^/images/([0-9a-f]{64})\.'));
UPDATE banca b
SET logo_url = (SELECT i.url FROM images i WHERE i.hash = substring(b.logo_url from '^/images/([0-9a-f]{64})\.'))
WHERE b.logo_url IS NOT NULL AND NOT EXISTS (SELECT 1 FROM images i WHERE i.url = b.logo_url);
UPDATE product_symbols s
SET image_url = (SELECT i.url FROM images i WHERE i.hash = substring(s.image_url from '^/images/([0-9a-f]{64})\.'))
WHERE s.image_url LIKE '/images/%' AND NOT EXISTS (SELECT 1 FROM images i WHERE i.url = s.image_url);
--> statement-breakpoint
ALTER TABLE banca VALIDATE CONSTRAINT banca_logo_url_fkey;
ALTER TABLE product_symbols VALIDATE CONSTRAINT product_symbols_uploaded_url_fkey;
