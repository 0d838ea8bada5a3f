-- A payment may be refused with a picture, which is not for whoever has its address: it is answered with the refusal alone.
ALTER TABLE images ADD COLUMN guarded boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION give_image_url() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.url := image_url(NEW.hash, NEW.content_type);
  IF NEW.guarded THEN
    NEW.url := replace(NEW.url, '/images/', '/images/guarded/');
  END IF;
  RETURN NEW;
END $$;

ALTER TABLE pay_approvals
  ADD COLUMN picture_url text REFERENCES images (url),
  ADD CONSTRAINT pay_approvals_picture_check CHECK (picture_url IS NULL OR state = 'rechazado');
-- What the sweep of pictures looks in.
CREATE INDEX pay_approvals_picture ON pay_approvals (picture_url) WHERE picture_url IS NOT NULL;
